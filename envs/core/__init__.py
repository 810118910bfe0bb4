"""What the five rulesets share: records, dice, geometry, layouts, kernels, traces, drawing."""
