"""How long a cache line takes from one core to the other.

Two threads on one tree pass lines to and fro. On a virtual machine the two cores may lie on one cache of the
host at one moment, some 30 ns apart, and on two at the next, some 170 ns apart: a measurement of threads has
to say which it was.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

NEAR = 80.0
"""Nanoseconds: below it the cores share a cache."""

_SOURCE = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
static _Alignas(128) atomic_int turn;
enum { kPasses = 200000 };
static void* answer(void* unused) {
  for (int i = 0; i < kPasses; ++i) {
    while (atomic_load_explicit(&turn, memory_order_relaxed) != 2 * i + 1) {}
    atomic_store_explicit(&turn, 2 * i + 2, memory_order_relaxed);
  }
  return unused;
}
int main(void) {
  pthread_t other;
  struct timespec from, to;
  pthread_create(&other, NULL, answer, NULL);
  clock_gettime(CLOCK_MONOTONIC, &from);
  for (int i = 0; i < kPasses; ++i) {
    atomic_store_explicit(&turn, 2 * i + 1, memory_order_relaxed);
    while (atomic_load_explicit(&turn, memory_order_relaxed) != 2 * i + 2) {}
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  pthread_join(other, NULL);
  printf("%.1f\n", ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / (2.0 * kPasses));
}
"""


def build(folder: Path) -> Path:
    """The program that measures it."""
    source, program = folder / "cache_line.c", folder / "cache_line"
    source.write_text(_SOURCE)
    subprocess.run(["cc", "-O2", "-pthread", "-o", program, source], check=True)
    return program


def nanoseconds(program: Path) -> float:
    """From one core to another, over some hundredths of a second; both have to be free."""
    return float(subprocess.run([program], check=True, capture_output=True, text=True).stdout)
