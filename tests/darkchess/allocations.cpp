// The counting operator new of the Kriegspiel tests, in this program too.
#include "kriegspiel/allocations.cpp"
