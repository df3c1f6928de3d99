"""Games as networks of gates, and the kernels that search them."""
