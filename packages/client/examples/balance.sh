# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Veritick authors

site=${VERITICK_SITE:-http://localhost:3000}

curl -sS -H "Authorization: Bearer $VERITICK_KEY" "$site/api/auth/me"
