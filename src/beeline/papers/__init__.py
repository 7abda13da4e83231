"""The papers that can be reproduced, one module or package per paper: their tables and figures."""
