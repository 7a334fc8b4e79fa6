int x_shim(void);
