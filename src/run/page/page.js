// SPDX-License-Identifier: Apache-2.0
// The page that --html writes: shows verdicts, steps through runs. Text of models reaches the document as text nodes only.
//
// A run is a list of steps; state i is the one after step i, state 0 the initial one. Rows of the chart are states. Only the
// rows that can be seen are in the document, and states are kept every `every` steps, so that long runs stay fluent.
'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const rowHeight = 24;
  const every = 200;       // steps between states that are kept
  const printedRows = 1500;
  const paperWidth = 940;    // pixels of a sheet in landscape, between its margins
  const namesInRows = 20;    // characters of a process's name
  const longestCounts = 24;  // characters of the executions beside a line
  const svgNames = 'http://www.w3.org/2000/svg';

  // Characters that change the direction of text are shown by their numbers.
  function plain(text) {
    return String(text).replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g,
      (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
  }
  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value === true ? '' : value);
    }
    for (const child of children) node.append(child instanceof Node ? child : plain(child));
    return node;
  }
  function draw(tag, attributes, text) {
    const node = document.createElementNS(svgNames, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== undefined) node.textContent = plain(text);
    return node;
  }
  // Keeps the end of a name, where the number of a process is.
  const brief = (name, length) => (name.length > length ? name.slice(0, length - 6) + '…' + name.slice(-5) : name);
  const shorten = (text, length) => (text.length > length ? text.slice(0, length - 1) + '…' : text);

  // ---- a run ------------------------------------------------------------------------------------------------------------

  class Run {
    constructor(raw, number) {
      Object.assign(this, raw);
      this.number = number;
      this.length = this.steps.length;
      this.processNames = this.processes.map((process) => process.name);
      for (const step of this.steps) step.actions = step.actions.map((action) => this.actions[action]);
      this.kept = [];                      // states 0, every, 2 * every, ...
      const state = new Map(this.initial.map(([name, value]) => [name, value]));
      this.changing = new Map();           // variables by how often they change
      for (let i = 0; i <= this.length; ++i) {
        if (i > 0) this.apply(state, i, true);
        if (i % every === 0) this.kept.push(new Map(state));
      }
      this.remarksAt = new Map();
      for (const [at, text] of this.remarks) {
        if (!this.remarksAt.has(at)) this.remarksAt.set(at, []);
        this.remarksAt.get(at).push(text);
      }
      this.irrelevantSteps = new Set(this.irrelevant);
      this.atoms.forEach((atom) => { atom.truths = this.truths(atom.changes); });
      this.arrows = [];                    // [first row, last row, from lane, to lane (null: not received), text, is buffered]
      const received = new Set();
      this.lives = this.processes.map((process) => [process.from, process.to === null ? this.length : process.to]);
      this.steps.forEach((step, k) => {
        for (const [kind, from, to, text, sent] of step.events || []) {
          if (kind === 'meet' || kind === 'start') this.arrows.push([k + 1, k + 1, from, to, text, false]);
          if (kind === 'receive' && sent > 0) {
            this.arrows.push([sent, k + 1, this.sender(sent, from), from, text, true]);
            received.add(sent);
          }
        }
      });
      this.steps.forEach((step, k) => {
        for (const [kind, from, , text] of step.events || [])
          if (kind === 'send' && !received.has(k + 1)) this.arrows.push([k + 1, k + 1, from, null, text, true]);
      });
      this.columns = [...this.changing.entries()].sort((a, b) => b[1] - a[1]).slice(0, 12).map((entry) => entry[0])
        .sort((a, b) => a - b);
      this.states = new Map();
    }
    sender(step, otherwise) {
      const event = (this.steps[step - 1].events || []).find((one) => one[0] === 'send');
      return event ? event[1] : otherwise;
    }
    apply(state, i, counts) {
      for (const [name, value] of this.steps[i - 1].changes) {
        if (value === null) state.delete(name);
        else state.set(name, value);
        if (counts && this.items[name].kind !== 'location') this.changing.set(name, (this.changing.get(name) || 0) + 1);
      }
    }
    truths(changes) {
      const truths = new Uint8Array(this.length + 1);
      changes.forEach(([at, holds], k) => {
        truths.fill(holds ? 1 : 0, at, k + 1 < changes.length ? changes[k + 1][0] : this.length + 1);
      });
      return truths;
    }
    // The values in state i, by number of the item. Those of the rows that can be seen are remembered.
    state(i) {
      const known = this.states.get(i);
      if (known) return known;
      const before = this.states.get(i - 1);
      const state = new Map(before || this.kept[Math.floor(i / every)]);
      for (let k = before ? i : Math.floor(i / every) * every + 1; k <= i; ++k) this.apply(state, k, false);
      if (this.states.size > 400) this.states.clear();
      this.states.set(i, state);
      return state;
    }
    text(i, longestName = Infinity) {
      if (i === 0) return 'the initial state';
      const step = this.steps[i - 1];
      if (!step.actions.length) return step.note || 'nothing happens';
      return step.actions.map((action) => brief(this.processNames[action.process], longestName) + '  ' + action.text).join('  ·  ');
    }
    changesText(i) {
      if (i === 0) return [];
      const before = this.state(i - 1);
      return this.steps[i - 1].changes.filter(([name]) => this.items[name].kind !== 'location').map(([name, value]) => {
        const old = before.get(name);
        return this.items[name].name + (old === undefined ? ' = ' + value : ': ' + old + ' → ' + (value === null ? 'gone' : value));
      });
    }
    // As people would write it down.
    asText() {
      const lines = [this.title];
      for (let i = 1; i <= this.length; ++i) {
        if (this.cycle === i - 1) lines.push('-- the following repeats for ever --');
        lines.push(String(i).padStart(5) + '  ' + this.text(i));
        for (const change of this.changesText(i)) lines.push('           ' + change);
        for (const remark of this.remarksAt.get(i) || []) lines.push('           ' + remark);
        if (this.steps[i - 1].fault) lines.push('           error: ' + this.steps[i - 1].fault);
      }
      if (this.cycle !== null) lines.push('-- and again from step ' + (this.cycle + 1) + ' --');
      return lines.concat(this.ending).join('\n') + '\n';
    }
  }

  // The sources: the elements of their lines, by file, and the elements to show. Executions stand beside the lines if they
  // were counted.
  function sourceBoxes() {
    const parts = [];
    const lines = data.sources.map((source) => {
      if (source.text === '') return [];
      const box = make('div', { class: 'source', tabindex: 0, 'aria-label': 'source of ' + plain(source.name) });
      const longest = (source.counts || []).reduce((most, count) => Math.max(most, (count || '').length), 6);
      box.style.setProperty('--counts', Math.min(longest, longestCounts) + 2 + 'ch');
      const rows = source.text.split('\n').map((text, k) => {
        const count = source.counts && source.counts[k];
        const line = make('div', { class: 'line' }, make('span', { class: 'n' }, k + 1));
        if (source.counts) line.append(make('span', { class: 'count' + (/(^|, )0(,|$)/.test(count || '') ? ' never' : ''), title: count || null }, shorten(count || '', longestCounts)));
        line.append(make('span', { class: 't' }, text.replace(/\r$/, '')));
        box.append(line);
        return line;
      });
      parts.push(make('div', { class: 'faint code' }, source.name + (source.counts ? ' · executions of each statement' : '')), box);
      return rows;
    });
    return [lines, parts];
  }

  // ---- the viewer of a run ------------------------------------------------------------------------------------------------

  class Viewer {
    constructor(run, place) {
      this.run = run;
      this.at = 0;
      this.found = new Set();
      this.lane = Math.max(16, Math.min(96, Math.floor(640 / Math.max(1, run.processes.length))));
      this.gutter = run.cycle === null ? 6 : 26;
      this.numberWidth = Math.max(42, 14 + 8 * String(run.length).length);
      this.chartWidth = this.lane * run.processes.length;
      this.build(place);
      this.go(0, false);
      this.render();
    }

    build(place) {
      const run = this.run;
      const button = (text, label, action) => make('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, text);
      this.slider = make('input', { type: 'range', min: 0, max: run.length, value: 0, 'aria-label': 'step',
        oninput: () => this.go(Number(this.slider.value)) });
      this.number = make('input', { type: 'number', min: 0, max: run.length, value: 0, 'aria-label': 'go to step',
        onchange: () => this.go(Number(this.number.value)) });
      this.search = make('input', { type: 'search', placeholder: 'search', 'aria-label': 'search in steps, changes and remarks',
        oninput: () => this.find(), onkeydown: (event) => { if (event.key === 'Enter') { event.preventDefault(); this.findNext(event.shiftKey ? -1 : 1); } } });
      this.hits = make('span', { class: 'faint', 'aria-live': 'polite', id: 'hits' });
      this.copied = make('span', { class: 'faint', 'aria-live': 'polite' });
      this.link = make('a', { href: '#', id: 'step-link' }, 'link to this step');
      const bar = make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'stepping' },
        button('|◀', 'first state (Home)', () => this.go(0)), button('◀', 'back (arrow up)', () => this.go(this.at - 1)),
        button('▶', 'next step (arrow down)', () => this.go(this.at + 1)), button('▶|', 'last step (End)', () => this.go(run.length)),
        this.slider, this.number, make('span', { class: 'faint' }, 'of ' + run.length), this.search, this.hits,
        button('Copy as text', 'copy the run as text', () => this.copy()), this.copied, this.link);
      this.heads = make('div', { class: 'heads', 'aria-hidden': 'true' });
      this.rows = make('div', { class: 'rows', role: 'listbox', tabindex: 0, id: 'rows', 'aria-label': 'steps of the run',
        onkeydown: (event) => this.key(event) });
      this.rows.style.height = (run.length + 1) * rowHeight + 'px';
      this.scroller = make('div', { class: 'scroller', onscroll: () => this.schedule() }, this.heads, this.rows);
      this.live = make('div', { class: 'visually-hidden', 'aria-live': 'polite', id: 'live' });
      this.stepPanel = make('section', { class: 'panel', 'aria-label': 'this step', id: 'step' });
      this.statePanel = make('section', { class: 'panel', 'aria-label': 'state after this step', id: 'state' });
      this.sourcePanel = make('section', { class: 'panel', 'aria-label': 'source', id: 'source' });
      this.spacePanel = make('section', { class: 'panel space', 'aria-label': 'state space', id: 'space' });
      const ending = make('section', { class: 'panel', 'aria-label': 'how the run ends' }, make('h2', {}, 'How it ends'),
        make('ul', { class: 'plain code' }, ...run.ending.map((line) => make('li', { style: 'white-space: pre-wrap' }, line))));
      const side = make('div', {}, this.stepPanel, ...(run.ending.length ? [ending] : []), this.statePanel);
      if (data.sources.some((source) => source.text !== '')) side.append(this.sourcePanel);
      if (data.space) side.append(this.spacePanel);
      place.replaceChildren(make('div', { class: 'run-title', id: 'run-title' }, run.title), bar,
        make('div', { class: 'viewer' }, this.scroller, side), this.live);
      this.buildHeads();
      this.buildSource();
      if (data.space) this.buildSpace();
    }

    buildHeads() {
      const run = this.run;
      const head = (text, width, kind) => {
        const node = make('div', { class: kind, title: plain(text) }, text);
        if (width) node.style.width = width + 'px';
        return node;
      };
      this.heads.append(head('', this.gutter + this.numberWidth, ''));
      run.processes.forEach((process) => {
        const node = head(process.name, this.lane, 'lane-head');
        node.textContent = plain(brief(process.name, Math.max(8, Math.floor(this.lane / 9))));
        this.heads.append(node);
      });
      const longest = run.steps.reduce((most, step, k) => Math.max(most, run.text(k + 1, namesInRows).length), run.text(0).length + 1);
      this.textWidth = Math.min(280, Math.ceil(7.3 * longest) + 10);
      this.heads.append(head('step', this.textWidth, ''));
      run.atoms.forEach((atom) => this.heads.append(head(atom.name, 20, 'atom-head' + (atom.name.length < 3 ? ' upright' : ''))));
      this.valueWidths = run.columns.map((name) => Math.max(44, Math.min(130, 8 * run.items[name].name.length + 10)));
      run.columns.forEach((name, k) => this.heads.append(head(run.items[name].name, this.valueWidths[k], 'value-head')));
    }

    schedule() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => { this.waiting = false; this.render(); });
    }

    // Puts the rows that can be seen into the document.
    render(all) {
      const top = Math.max(0, this.scroller.scrollTop - this.heads.offsetHeight);
      const first = all ? 0 : Math.max(0, Math.floor(top / rowHeight) - 15);
      const last = all ? Math.min(this.run.length, printedRows)
        : Math.min(this.run.length, Math.ceil((top + this.scroller.clientHeight) / rowHeight) + 15);
      const rows = [];
      for (let i = first; i <= last; ++i) rows.push(this.row(i));
      this.rows.replaceChildren(this.chart(first, last), ...rows);
      if (all) this.rows.style.height = (last + 1) * rowHeight + 'px';
    }

    // Makes the chart as wide as a sheet of paper, if it is wider.
    fitPaper() {
      const width = Math.max(this.heads.scrollWidth, this.rows.scrollWidth);
      this.scroller.style.zoom = Math.max(0.5, Math.min(1, paperWidth / width));
    }

    row(i) {
      const run = this.run;
      const classes = ['row'];
      if (i === this.at) classes.push('current');
      if (this.found.has(i)) classes.push('found');
      if (run.irrelevantSteps.has(i)) classes.push('dim');
      const node = make('div', { class: classes.join(' '), role: 'option', id: 'row-' + i, 'aria-selected': i === this.at ? 'true' : 'false',
        'aria-label': plain(this.spoken(i)), onclick: () => { this.go(i, false); this.rows.focus({ preventScroll: true }); } });
      node.style.top = i * rowHeight + 'px';
      const cell = (kind, width, text) => {
        const one = make('span', { class: kind }, text);
        if (width) one.style.width = width + 'px';
        node.append(one);
        return one;
      };
      cell('number', this.gutter + this.numberWidth, i === 0 ? 'start' : i);
      cell('lanes', this.chartWidth, '');
      cell('text', this.textWidth, run.text(i, namesInRows)).title = plain(run.text(i));
      run.atoms.forEach((atom) => {
        const changed = i > 0 && atom.truths[i] !== atom.truths[i - 1];
        const truth = cell('truth' + (atom.truths[i] ? ' yes' : '') + (changed ? ' changed' : ''), 0, '');
        truth.title = plain(atom.name) + (atom.truths[i] ? ' holds' : ' is false');
      });
      const state = run.state(i);
      const changed = new Set(i === 0 ? [] : run.steps[i - 1].changes.map((change) => change[0]));
      run.columns.forEach((name, k) => {
        const value = state.get(name);
        cell('value' + (changed.has(name) ? ' changed' : ''), this.valueWidths[k], value === undefined ? '' : value);
      });
      if (i > 0 && run.steps[i - 1].fault) cell('note bad', 0, 'error: ' + run.steps[i - 1].fault);
      for (const remark of run.remarksAt.get(i) || []) cell('note', 0, remark);
      return node;
    }

    chart(first, last) {
      const run = this.run;
      const left = this.gutter + this.numberWidth;
      const height = (last - first + 1) * rowHeight;
      const svg = draw('svg', { class: 'chart', width: left + this.chartWidth, height, 'aria-hidden': 'true' });
      svg.style.top = first * rowHeight + 'px';
      const x = (lane) => left + (lane + 0.5) * this.lane;
      const y = (row) => (row - first + 0.5) * rowHeight;
      run.lives.forEach(([from, to], lane) => {
        if (from > last || to < first) return;
        svg.append(draw('line', { class: 'life', x1: x(lane), x2: x(lane), y1: Math.max(0, y(from)), y2: Math.min(height, to >= run.length ? y(last) + rowHeight / 2 : y(to)) }));
      });
      if (run.cycle !== null) {
        const begin = y(run.cycle + 1);
        const end = y(run.length);
        svg.append(draw('path', { class: 'lasso', d: `M 22 ${end} H 12 Q 6 ${end} 6 ${end - 6} V ${begin + 6} Q 6 ${begin} 12 ${begin} H 18` }));
        svg.append(draw('path', { class: 'lasso-head', d: `M 24 ${begin} l -8 -4 v 8 z` }));
      }
      for (const [from, to, a, b, text, buffered] of run.arrows) {
        if (from > last || to < first || a === undefined || b === undefined) continue;
        const group = draw('g', run.irrelevantSteps.has(to) ? { class: 'dim' } : {});
        const x1 = x(a), x2 = b === null ? x1 + 0.4 * this.lane : x(b), y1 = y(from), y2 = y(to);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
        group.append(draw('line', { class: 'message' + (buffered ? ' buffered' : ''), x1, y1, x2: x2 - 7 * ux, y2: y2 - 7 * uy }));
        if (b === null) group.append(draw('circle', { class: 'waiting', cx: x2 - 4, cy: y2, r: 3 }));
        else group.append(draw('path', { class: 'head', d: `M ${x2} ${y2} L ${x2 - 8 * ux - 4 * uy} ${y2 - 8 * uy + 4 * ux} L ${x2 - 8 * ux + 4 * uy} ${y2 - 8 * uy - 4 * ux} Z` }));
        const shown = shorten(text, Math.max(4, Math.floor(Math.max(Math.abs(x2 - x1), this.lane) / 7)));
        // Below the slanted line of a message that waited, above the others.
        const label = draw('text', { x: b === null ? x1 + this.lane / 2 : (x1 + x2) / 2, y: buffered && b !== null ? y2 + 10 : y2 - 4, 'text-anchor': 'middle' }, shown);
        label.append(draw('title', {}, b === null ? text + ' (not received in this run)' : text));
        group.append(label);
        svg.append(group);
      }
      for (let i = Math.max(1, first); i <= last; ++i)
        for (const action of run.steps[i - 1].actions)
          if (action.process >= 0) svg.append(draw('circle', { class: 'actor' + (run.irrelevantSteps.has(i) ? ' dim' : ''), cx: x(action.process), cy: y(i), r: 4 }));
      return svg;
    }

    spoken(i) {
      const parts = [(i === 0 ? 'start' : 'step ' + i) + ': ' + this.run.text(i), ...this.run.changesText(i), ...(this.run.remarksAt.get(i) || [])];
      if (i > 0 && this.run.steps[i - 1].fault) parts.push('error: ' + this.run.steps[i - 1].fault);
      return parts.join('; ');
    }

    // Makes state i the current one.
    go(i, scroll = true) {
      if (!Number.isFinite(i)) return;
      this.at = Math.max(0, Math.min(this.run.length, Math.round(i)));
      this.slider.value = this.number.value = this.at;
      const hash = '#run=' + (this.run.number + 1) + '&step=' + this.at;
      this.link.href = hash;
      try { history.replaceState(null, '', hash); } catch (error) { /* not where the page is framed */ }
      if (scroll) {
        const top = this.at * rowHeight;
        const visible = this.scroller.clientHeight - this.heads.offsetHeight;
        if (top < this.scroller.scrollTop + rowHeight) this.scroller.scrollTop = top - 2 * rowHeight;
        else if (top + 2 * rowHeight > this.scroller.scrollTop + visible) this.scroller.scrollTop = top - visible + 3 * rowHeight;
      }
      this.render();
      // The frame that scrolls may itself be partly outside of the window.
      const row = scroll && document.getElementById('row-' + this.at);
      if (row) row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      this.rows.setAttribute('aria-activedescendant', 'row-' + this.at);
      this.live.textContent = plain(this.spoken(this.at));
      this.showStep();
      this.showState();
      this.showSource();
      if (data.space) this.showSpace();
    }

    key(event) {
      const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 3);
      const moves = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1, PageDown: page, PageUp: -page };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in moves) this.go(this.at + moves[event.key]);
      else if (event.key === 'Home') this.go(0);
      else if (event.key === 'End') this.go(this.run.length);
      else if (event.key === '/') this.search.focus();
      else if (event.key === 'n' || event.key === 'N') this.findNext(event.key === 'n' ? 1 : -1);
      else return;
      event.preventDefault();
    }

    find() {
      const wanted = this.search.value.toLowerCase();
      this.found = new Set();
      if (wanted)
        for (let i = 0; i <= this.run.length; ++i) if (this.spoken(i).toLowerCase().includes(wanted)) this.found.add(i);
      this.hits.textContent = wanted ? this.found.size + ' found' : '';
      this.render();
    }

    findNext(direction) {
      const places = [...this.found].sort((a, b) => a - b);
      if (!places.length) return;
      const next = direction > 0 ? places.find((i) => i > this.at) : places.reverse().find((i) => i < this.at);
      this.go(next === undefined ? places[0] : next);
    }

    async copy() {
      const text = this.run.asText();
      let done = false;
      try { await navigator.clipboard.writeText(text); done = true; } catch (error) {
        const area = make('textarea', { 'aria-hidden': 'true' });
        area.value = text;
        document.body.append(area);
        area.select();
        done = document.execCommand('copy');
        area.remove();
      }
      this.copied.textContent = done ? 'copied' : 'the browser does not allow it';
    }

    showStep() {
      const i = this.at;
      const run = this.run;
      const list = make('ul', { class: 'plain' });
      if (i > 0) {
        const step = run.steps[i - 1];
        for (const action of step.actions)
          list.append(make('li', {}, make('b', {}, run.processNames[action.process]), ' ', make('span', { class: 'faint' }, action.where), ' ', make('code', {}, action.text)));
        if (!step.actions.length) list.append(make('li', {}, step.note || 'nothing happens'));
        for (const text of step.printed || []) list.append(make('li', { class: 'code' }, 'prints: ' + text));
        for (const change of run.changesText(i)) list.append(make('li', { class: 'code' }, change));
        if (step.fault) list.append(make('li', { class: 'fault' }, 'error: ' + step.fault));
      }
      for (const atom of run.atoms)
        if (i > 0 && atom.truths[i] !== atom.truths[i - 1])
          list.append(make('li', { class: 'remark' }, make('code', {}, atom.name), ' becomes ' + (atom.truths[i] ? 'true' : 'false')));
      for (const remark of run.remarksAt.get(i) || []) list.append(make('li', { class: 'remark' }, remark));
      if (run.irrelevantSteps.has(i)) list.append(make('li', { class: 'faint' }, 'this step has no influence on the property'));
      const inCycle = run.cycle !== null && i > run.cycle;
      this.stepPanel.replaceChildren(make('h2', {}, (i === 0 ? 'Start' : 'Step ' + i) + (inCycle ? ' (in the cycle)' : '')), list);
    }

    showState() {
      const run = this.run;
      const state = run.state(this.at);
      const changed = new Set(this.at === 0 ? [] : run.steps[this.at - 1].changes.map((change) => change[0]));
      const table = make('table', { class: 'state' });
      const body = make('tbody', {});
      let owner;
      run.items.forEach((item, name) => {
        if (!state.has(name)) return;
        if (item.owner !== owner) {
          owner = item.owner;
          body.append(make('tr', {}, make('th', { colspan: 2, scope: 'rowgroup' }, owner === '' ? 'global' : owner)));
        }
        body.append(make('tr', changed.has(name) ? { class: 'changed' } : {}, make('td', {}, item.kind === 'location' ? 'at' : item.short), make('td', {}, state.get(name))));
      });
      table.append(body);
      this.statePanel.replaceChildren(make('h2', {}, this.at === 0 ? 'Initial state' : 'State after step ' + this.at), make('div', { class: 'scroll-y', tabindex: 0, 'aria-label': 'state' }, table));
    }

    buildSource() {
      const [lines, parts] = sourceBoxes();
      this.lines = lines;
      this.sourcePanel.replaceChildren(make('h2', {}, 'Source'), ...parts);
      this.marked = [];
    }

    showSource() {
      for (const line of this.marked) {
        line.classList.remove('at', 'moving');
        line.querySelectorAll('.who').forEach((who) => who.remove());
      }
      this.marked = [];
      const state = this.run.state(this.at);
      const mark = (file, lineNumber, name, moving) => {
        const line = this.lines[file] && this.lines[file][lineNumber - 1];
        if (!line) return;
        line.classList.add(moving ? 'moving' : 'at');
        line.append(make('span', { class: 'who' + (moving ? ' moving' : '') }, name));
        this.marked.push(line);
      };
      if (this.at > 0)
        for (const action of this.run.steps[this.at - 1].actions) mark(action.file, action.line, this.run.processNames[action.process] + ' moved', true);
      this.run.items.forEach((item, name) => {
        if (item.kind !== 'location' || !state.has(name)) return;
        const place = this.run.places[item.name + ' ' + state.get(name)];
        if (place) mark(place[0], place[1], item.name, false);
      });
      const first = this.marked[0];
      if (first) {
        const box = first.parentElement;
        if (first.offsetTop < box.scrollTop + box.offsetTop || first.offsetTop > box.scrollTop + box.offsetTop + box.clientHeight - 40)
          box.scrollTop = first.offsetTop - box.offsetTop - 80;
      }
    }

    // The state space in layers: each state as far to the right as it is from the initial one.
    buildSpace() {
      const space = data.space;
      const depth = new Array(space.states).fill(-1);
      const layers = [[0]];
      depth[0] = 0;
      const next = Array.from({ length: space.states }, () => []);
      space.edges.forEach(([s, t]) => next[s].push(t));
      for (let d = 0; layers[d].length; ++d) {
        layers.push([]);
        for (const s of layers[d]) for (const t of next[s]) if (depth[t] < 0) { depth[t] = d + 1; layers[d + 1].push(t); }
      }
      layers.pop();
      const tallest = Math.max(...layers.map((layer) => layer.length));
      const width = layers.length * 70 + 30, height = tallest * 46 + 30;
      const at = [];
      layers.forEach((layer, d) => layer.forEach((s, k) => { at[s] = [d * 70 + 45, height / 2 + (k - (layer.length - 1) / 2) * 46]; }));
      const path = new Set();
      const onRun = new Set(this.run.space || []);
      (this.run.space || []).forEach((s, i, all) => { if (i > 0) path.add(all[i - 1] + ' ' + s); });
      const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': space.states + ' states and ' + space.edges.length + ' transitions' });
      for (const [s, t] of space.edges) {
        const [x1, y1] = at[s], [x2, y2] = at[t];
        const kind = 'edge' + (path.has(s + ' ' + t) ? ' on-run' : '');
        if (s === t) svg.append(draw('path', { class: kind, d: `M ${x1 - 5} ${y1 - 12} C ${x1 - 20} ${y1 - 34} ${x1 + 20} ${y1 - 34} ${x1 + 5} ${y1 - 12}` }));
        else svg.append(draw('path', { class: kind, d: x2 > x1 ? `M ${x1 + 14} ${y1} L ${x2 - 14} ${y2}` : `M ${x1} ${y1 + 14} Q ${(x1 + x2) / 2} ${Math.max(y1, y2) + 40} ${x2} ${y2 + 14}` }));
      }
      this.nodes = at.map(([cx, cy], s) => {
        const node = draw('circle', { class: 'node' + (onRun.has(s) ? ' on-run' : ''), cx, cy, r: 13 });
        svg.append(node, draw('text', { x: cx, y: cy }, s));
        return node;
      });
      this.spacePanel.replaceChildren(make('h2', {}, 'State space: ' + space.states + ' states'), svg);
    }

    showSpace() {
      this.nodes.forEach((node) => node.classList.remove('current'));
      const s = (this.run.space || [])[this.at];
      if (s !== undefined && this.nodes[s]) this.nodes[s].classList.add('current');
    }
  }

  // ---- the page -----------------------------------------------------------------------------------------------------------

  const place = document.getElementById('viewer');
  const runs = data.runs.map((raw, number) => ({ raw, number, viewer: null }));
  let viewer = null;
  function open(number) {
    const one = runs[number];
    if (!one) return;
    if (!one.run) one.run = new Run(one.raw, number);
    viewer = new Viewer(one.run, place);
    document.querySelectorAll('button.open-run').forEach((button) => button.setAttribute('aria-pressed', Number(button.dataset.run) === number ? 'true' : 'false'));
  }

  const table = make('table', { class: 'verdicts' });
  if (data.verdicts.length) {
    table.append(make('thead', {}, make('tr', {}, ...['verdict', 'property', 'by', 'states', 'time', ''].map((text) => make('th', { scope: 'col', class: text === 'states' || text === 'time' ? 'number' : null }, text)))));
    const body = make('tbody', {});
    for (const row of data.verdicts) {
      const show = row.run === null ? '' : make('button', { type: 'button', class: 'open-run', 'data-run': row.run, onclick: () => open(row.run) }, 'show the run');
      body.append(make('tr', {}, make('td', { class: 'verdict ' + row.verdict }, row.verdict), make('td', {}, make('span', { class: 'code' }, row.property), ...row.notes.map((note) => make('div', { class: 'faint' }, note))),
        make('td', { class: 'code' }, row.algorithm), make('td', { class: 'number' }, row.states), make('td', { class: 'number' }, row.seconds), make('td', { class: 'no-print' }, show)));
    }
    table.append(body);
    document.getElementById('verdicts').append(table);
  }
  function fromLink() {
    const match = /^#run=(\d+)&step=(\d+)$/.exec(location.hash);
    if (!match) return false;
    if (!viewer || viewer.run.number !== Number(match[1]) - 1) open(Number(match[1]) - 1);
    if (viewer) viewer.go(Number(match[2]));
    return true;
  }
  const asked = location.hash;
  if (data.runs.length) open(0);
  else if (data.sources.length) {
    place.append(make('p', { class: 'faint' }, 'There is no run to show.'));
    if (data.sources.some((source) => source.counts)) place.append(make('h2', {}, 'Coverage'), ...sourceBoxes()[1]);
  }
  if (asked) { location.hash = asked; fromLink(); }
  window.addEventListener('hashchange', fromLink);
  window.addEventListener('beforeprint', () => { if (viewer) { viewer.render(true); viewer.fitPaper(); } });
  window.addEventListener('afterprint', () => { if (viewer) { viewer.scroller.style.zoom = ''; viewer.rows.style.height = (viewer.run.length + 1) * rowHeight + 'px'; viewer.render(); } });
  window.addEventListener('resize', () => { if (viewer) viewer.schedule(); });
  document.addEventListener('keydown', (event) => {
    const busy = /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(event.target.tagName) || event.target === (viewer && viewer.rows);
    if (viewer && !busy) viewer.key(event);
  });
  document.documentElement.dataset.ready = 'yes';
})();
