"""Games with hidden information: sequence form, equilibria, best responses."""
