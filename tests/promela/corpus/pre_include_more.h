// included by pre_include.h
#define START 1
