# One shell: `docker build --tag ki-shell .`. docs/run.md says how it is run.

# Node.js 24.21.0 on Debian 12; the digest is what counts.
ARG NODE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE} AS manifests
WORKDIR /platform
RUN ["npm", "install", "--global", "pnpm@12.21.0"]
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY shared/package.json shared/
COPY shell/package.json shell/

FROM manifests AS build
RUN ["pnpm", "install", "--frozen-lockfile", "--filter", "shell..."]
COPY shared shared
COPY shell shell
RUN ["node", "--disable-warning=ExperimentalWarning", "shell/build/build-shell.ts"]

FROM manifests AS packages
RUN ["pnpm", "install", "--frozen-lockfile", "--prod", "--filter", "shell..."]

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc returns large blocks to the system at once: each swap of a remote allocates some megabytes for a moment.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /platform
COPY --from=packages /platform ./
COPY shared shared
COPY shell/public shell/public
COPY shell/src shell/src
COPY shell/registry shell/registry
COPY shell/server shell/server
COPY shell/jobs shell/jobs
COPY --from=build /platform/shell/dist shell/dist
RUN ["install", "--directory", "--owner=node", "--group=node", "/data"]
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "--eval", "fetch('http://' + process.env.HOST.replace('0.0.0.0', '127.0.0.1') + ':' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--disable-warning=ExperimentalWarning", "shell/server/main.ts"]
