# Stand-ins for the images that the Dockerfile and compose.yaml name, for a machine that reaches no image registry: the same
# programs as Debian packages them, some of them older, with the settings that compose.yaml relies on.
FROM veritick-test-debian AS node
# The pinned Node.js and the npm of the machine, with its registry and its certificates.
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc authorities.crt /usr/local/etc/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && useradd --uid 1000 --user-group --create-home node

FROM veritick-test-debian AS postgres
RUN mkdir /etc/postgresql-common && echo create_main_cluster = false > /etc/postgresql-common/createcluster.conf \
  && apt-get update && apt-get install -y --no-install-recommends postgresql \
  && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ \
  && install -d -o postgres -g postgres /var/run/postgresql /var/lib/postgresql
USER postgres
ENV LANG=C.UTF-8 PGDATA=/var/lib/postgresql/docker
STOPSIGNAL SIGINT
ENTRYPOINT ["bash", "-ec", "[ -d $PGDATA ] || { \
  initdb -U $POSTGRES_USER --pwfile=<(echo $POSTGRES_PASSWORD) --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS; \
  echo host all all all scram-sha-256 >> $PGDATA/pg_hba.conf; \
  echo listen_addresses = \"'*'\" >> $PGDATA/postgresql.conf; \
  echo create database $POSTGRES_DB | postgres --single postgres; }; exec \"$@\"", "bash"]

FROM veritick-test-debian AS nats
RUN apt-get update && apt-get install -y --no-install-recommends nats-server
ENTRYPOINT ["nats-server"]

FROM veritick-test-debian AS proxy
RUN apt-get update && apt-get install -y --no-install-recommends caddy
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
# Debian's Caddy does not know this setting. It reports unhealthy on the first failed check.
CMD ["sh", "-c", "sed /health_fails/d /etc/caddy/Caddyfile > /tmp/Caddyfile && exec caddy run --config /tmp/Caddyfile"]

FROM veritick-test-debian AS alertmanager
RUN apt-get update && apt-get install -y --no-install-recommends prometheus-alertmanager \
  && install -d -o nobody /alertmanager
USER nobody
ENTRYPOINT ["prometheus-alertmanager"]

FROM veritick-test-debian AS prometheus
RUN apt-get update && apt-get install -y --no-install-recommends prometheus && install -d -o nobody /prometheus
USER nobody
ENTRYPOINT ["prometheus"]
