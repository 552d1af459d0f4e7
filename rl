#!/bin/sh
PYTHONPATH=/work/adeq/src exec /work/main/.venv/bin/python -m ruleslawyer "$@"
