# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Veritick authors

site=${VERITICK_SITE:-http://localhost:3000}

curl -sS -H "Authorization: Bearer $VERITICK_KEY" -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-1' \
  -d '{"type":"buy","amount":"10.00","duration":1}' \
  "$site/api/trading/positions"
