// SPDX-License-Identifier: Apache-2.0
#include "native/object_code.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace lariat::native {
namespace {

// What is wrong with an object, for people.
struct BadObject {
  std::string what;
};

constexpr std::size_t page = 4096;
constexpr std::size_t max_size = std::size_t{1} << 30;  // so that 32 bits hold each distance
constexpr std::size_t not_loaded = std::numeric_limits<std::size_t>::max();

// A jump to an address that may be far away: jmp *[rip + 2], two bytes of padding, the address.
constexpr std::size_t jump_size = 16;
constexpr std::array<std::uint8_t, 8> jump_code = {0xff, 0x25, 0x02, 0x00, 0x00, 0x00, 0x90, 0x90};

// The functions of this process that an object may call.
void* import(std::string_view name) {
  constexpr auto address = [](auto* function) { return reinterpret_cast<void*>(function); };  // NOLINT: that is what is wanted
  if (name == "memcpy") return address(&std::memcpy);
  if (name == "memmove") return address(&std::memmove);
  if (name == "memset") return address(&std::memset);
  if (name == "memcmp") return address(static_cast<int (*)(const void*, const void*, std::size_t)>(&std::memcmp));
  if (name == "bcmp") return address(static_cast<int (*)(const void*, const void*, std::size_t)>(&std::memcmp));
  throw BadObject{fmt::format("it calls {}", name)};
}

std::size_t aligned(std::size_t offset, std::size_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

}  // namespace

class ObjectCode::Loader {
 public:
  explicit Loader(std::span<const char> object) : object_(object) {}

  void load(ObjectCode& out) {
    read_headers();
    place_sections();
    read_symbols();
    allocate(out);
    copy_sections();
    for (const Elf64_Shdr& section : sections_)
      if (section.sh_type == SHT_RELA) relocate(section);
    if (mprotect(memory_, size_, PROT_READ | PROT_EXEC) != 0) throw BadObject{"the system does not let it be executed"};
    for (const Elf64_Sym& symbol : symbols_)
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && is_loaded(symbol))
        out.functions_.emplace(name_of(symbol), address_of(symbol));
  }

 private:
  // Bytes of the file, after a look whether it has so many.
  const char* at(std::uint64_t offset, std::uint64_t size) const {
    if (offset > object_.size() || size > object_.size() - offset) throw BadObject{"it is not complete"};
    return object_.data() + offset;
  }
  template <class T>
  T read(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, at(offset, sizeof value), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> read_table(const Elf64_Shdr& section) const {
    std::vector<T> table(section.sh_size / sizeof(T));
    if (!table.empty()) std::memcpy(table.data(), at(section.sh_offset, table.size() * sizeof(T)), table.size() * sizeof(T));
    return table;
  }
  std::string_view text(const Elf64_Shdr& strings, std::uint64_t offset) const {
    const std::string_view all(at(strings.sh_offset, strings.sh_size), strings.sh_size);
    const std::size_t end = offset < all.size() ? all.find('\0', offset) : std::string_view::npos;
    if (end == std::string_view::npos) throw BadObject{"a name is missing"};
    return all.substr(offset, end - offset);
  }
  const Elf64_Shdr& section(std::size_t number) const {
    if (number >= sections_.size()) throw BadObject{"a section is missing"};
    return sections_[number];
  }

  void read_headers() {
    const auto header = read<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL || header.e_machine != EM_X86_64 ||
        header.e_shentsize != sizeof(Elf64_Shdr))
      throw BadObject{"it is not an object file for this processor"};
    Elf64_Shdr all{};
    all.sh_offset = header.e_shoff;
    all.sh_size = std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
    if (header.e_shnum == 0) all.sh_size = read<Elf64_Shdr>(header.e_shoff).sh_size * sizeof(Elf64_Shdr);  // more than 65279
    at(all.sh_offset, all.sh_size);
    sections_ = read_table<Elf64_Shdr>(all);
    names_ = header.e_shstrndx == SHN_XINDEX ? section(0).sh_link : header.e_shstrndx;
  }

  // Gives each section that belongs in memory an offset there. Exception tables are left out: nothing is thrown through this
  // code.
  void place_sections() {
    places_.assign(sections_.size(), not_loaded);
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Elf64_Shdr& s = sections_[i];
      if ((s.sh_flags & SHF_ALLOC) == 0 || s.sh_size == 0 || s.sh_type == SHT_X86_64_UNWIND ||
          text(section(names_), s.sh_name) == ".eh_frame")
        continue;
      if ((s.sh_flags & (SHF_WRITE | SHF_TLS)) != 0) throw BadObject{"it has variables"};
      if (s.sh_type != SHT_PROGBITS || s.sh_addralign > page || s.sh_size > max_size) throw BadObject{"a section is unknown"};
      size_ = aligned(size_, s.sh_addralign == 0 ? 1 : s.sh_addralign);
      places_[i] = size_;
      size_ += s.sh_size;
      if (size_ > max_size) throw BadObject{"it is too large"};
    }
  }

  void read_symbols() {
    for (const Elf64_Shdr& s : sections_)
      if (s.sh_type == SHT_SYMTAB) {
        symbols_ = read_table<Elf64_Sym>(s);
        symbol_names_ = s.sh_link;
      }
    for (const Elf64_Sym& symbol : symbols_)
      if (symbol.st_shndx == SHN_UNDEF && symbol.st_name != 0) imports_.emplace(name_of(symbol), imports_.size());
    jumps_ = aligned(size_, jump_size);
    size_ = aligned(jumps_ + imports_.size() * jump_size, page);
  }

  std::string name_of(const Elf64_Sym& symbol) const { return std::string(text(section(symbol_names_), symbol.st_name)); }

  void allocate(ObjectCode& out) {
    void* const memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();  // NOLINT: the system's macro
    out.memory_ = memory;
    out.size_ = size_;
    memory_ = static_cast<std::uint8_t*>(memory);
  }

  void copy_sections() {
    for (std::size_t i = 0; i < sections_.size(); ++i)
      if (places_[i] != not_loaded)
        std::memcpy(memory_ + places_[i], at(sections_[i].sh_offset, sections_[i].sh_size), sections_[i].sh_size);
    for (const auto& [name, number] : imports_) {
      std::uint8_t* const jump = memory_ + jumps_ + number * jump_size;
      void* const target = import(name);
      std::memcpy(jump, jump_code.data(), jump_code.size());
      std::memcpy(jump + jump_code.size(), &target, sizeof target);
    }
  }

  bool is_loaded(const Elf64_Sym& symbol) const {
    return symbol.st_shndx < places_.size() && places_[symbol.st_shndx] != not_loaded &&
           symbol.st_value <= sections_[symbol.st_shndx].sh_size;
  }

  // Where a symbol is: in a section, or the jump to a function of this process.
  std::uint8_t* address_of(const Elf64_Sym& symbol) const {
    if (symbol.st_shndx == SHN_UNDEF && symbol.st_name != 0) return memory_ + jumps_ + imports_.at(name_of(symbol)) * jump_size;
    if (!is_loaded(symbol)) throw BadObject{"a symbol has no place"};
    return memory_ + places_[symbol.st_shndx] + symbol.st_value;
  }

  void relocate(const Elf64_Shdr& table) {
    const Elf64_Shdr& target = section(table.sh_info);
    const std::size_t base = places_[table.sh_info];
    if (base == not_loaded) return;
    for (const Elf64_Rela& entry : read_table<Elf64_Rela>(table)) {
      const std::size_t number = ELF64_R_SYM(entry.r_info);
      if (number >= symbols_.size()) throw BadObject{"a symbol is missing"};
      const auto type = ELF64_R_TYPE(entry.r_info);
      const std::size_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
      if (entry.r_offset > target.sh_size || target.sh_size - entry.r_offset < width)
        throw BadObject{"an address lies outside"};
      std::uint8_t* const place = memory_ + base + entry.r_offset;
      const auto symbol = reinterpret_cast<std::uint64_t>(address_of(symbols_[number]));  // NOLINT: addresses are numbers here
      const std::uint64_t value = symbol + static_cast<std::uint64_t>(entry.r_addend);
      const std::uint64_t distance = value - reinterpret_cast<std::uint64_t>(place);  // NOLINT
      switch (type) {
        case R_X86_64_64:
          std::memcpy(place, &value, width);
          break;
        case R_X86_64_PC64:
          std::memcpy(place, &distance, width);
          break;
        case R_X86_64_PC32:
        case R_X86_64_PLT32: {
          const auto narrow = static_cast<std::int32_t>(distance);
          if (static_cast<std::int64_t>(distance) != narrow) throw BadObject{"an address is too far away"};
          std::memcpy(place, &narrow, width);
          break;
        }
        default:
          throw BadObject{fmt::format("it needs relocation {}", type)};
      }
    }
  }

  std::span<const char> object_;
  std::vector<Elf64_Shdr> sections_;
  std::size_t names_ = 0;            // the section with the names of sections
  std::vector<std::size_t> places_;  // by section: its offset in memory
  std::vector<Elf64_Sym> symbols_;
  std::size_t symbol_names_ = 0;
  std::unordered_map<std::string, std::size_t> imports_;  // by name: which jump
  std::size_t jumps_ = 0;                                 // their offset in memory
  std::size_t size_ = 0;
  std::uint8_t* memory_ = nullptr;
};

ObjectCode ObjectCode::load(std::span<const char> object, std::string& problem) {
  ObjectCode result;
  try {
    Loader(object).load(result);
    if (result.empty()) throw BadObject{"it has no functions"};
  } catch (const BadObject& bad) {
    result = ObjectCode();
    problem = fmt::format("the object code cannot be loaded: {}", bad.what);
  }
  return result;
}

ObjectCode::ObjectCode(ObjectCode&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      functions_(std::exchange(other.functions_, {})) {}

ObjectCode& ObjectCode::operator=(ObjectCode&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(functions_, other.functions_);
  return *this;
}

ObjectCode::~ObjectCode() {
  if (memory_ != nullptr) munmap(memory_, size_);
}

void* ObjectCode::find(const std::string& name) const {
  const auto known = functions_.find(name);
  return known == functions_.end() ? nullptr : known->second;
}

}  // namespace lariat::native
