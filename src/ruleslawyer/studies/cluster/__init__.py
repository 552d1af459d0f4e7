"""Questions that are answered on other machines: rules and questions go there as data, answers come back as data."""
