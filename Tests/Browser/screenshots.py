def take(*a): return 0
