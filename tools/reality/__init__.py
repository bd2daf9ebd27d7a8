"""Compares what the simulation says about cards with what people said about them and did to them."""
