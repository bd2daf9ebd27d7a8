"""What charts show, as typed data without any drawing, and what builds these from results."""
