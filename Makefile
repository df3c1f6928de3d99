.PHONY: check
check:
	@sh scripts/test
