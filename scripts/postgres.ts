// A real PostgreSQL for tests and benches, on any machine and without asking anybody for one.
// `openTestDatabase` is what most tests want; `startPostgres` is for those that stop, kill or misconfigure a server.

export { createDatabase, openTestDatabase, type TestDatabase } from './postgres/databases.ts'
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres/server.ts'
export { ensureSharedPostgres } from './postgres/shared.ts'
