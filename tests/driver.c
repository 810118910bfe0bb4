/* A driver of no GPU: what `cuda.bindings` asks of libcuda.so.1, with kernels that `ptx.py` has read as C. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long u64;

int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }

int cuModuleLoadData(void **module, const void *image) {
  *module = dlopen(getenv("KERNELS"), RTLD_NOW);
  return *module ? 0 : 200;
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  char full[200];
  snprintf(full, sizeof full, "run_%s", name);
  *function = dlsym(module, full);
  return *function ? 0 : 500;
}

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                   void **parameters, void **extra) {
  if (gy != 1 || gz != 1 || by != 1 || bz != 1 || stream != (void *)77) return 1;
  ((void (*)(void *, u64, u64))function)(parameters[0], gx, bx);
  return 0;
}

int cuGetProcAddress_v2(const char *name, void **found, int version, u64 flags, int *status) {
  Dl_info own;
  dladdr((void *)cuInit, &own);
  *found = dlsym(dlopen(own.dli_fname, RTLD_NOW), name);
  if (status) *status = *found ? 0 : 1;
  return *found ? 0 : 500;
}

int cuGetProcAddress(const char *name, void **found, int version, u64 flags) { return cuGetProcAddress_v2(name, found, version, flags, 0); }
