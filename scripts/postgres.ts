// A real PostgreSQL for tests and benchmarks on any machine, without setup.
// Most tests use `openTestDatabase`. Tests that stop, kill or misconfigure a server use `startPostgres`.

export { createDatabase, openTestDatabase, type TestDatabase } from './postgres/databases.ts'
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres/server.ts'
export { ensureSharedPostgres } from './postgres/shared.ts'
export { demote, promote, startStandby } from './postgres/standby.ts'
