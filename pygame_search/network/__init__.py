"""The native tier: rules become a ground program, a network and compiled kernels."""
