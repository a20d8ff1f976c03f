"""Rules whose clients keep control variates: the moments of theta and of the control variates in one hierarchy."""
