// One direction: contract → domain → ports → actions → (http | jobs | cli) → main; adapters see contract, domain and ports.
const server = '^packages/server/src/'
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ')}`,
  from: { path: `${server}${from}/` },
  to: { path: server, pathNot: [from, ...allowed].map((one) => `${server}${one}`) },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'An import that is not found would slip through every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
    layer('domain-is-pure', 'domain', []),
    layer('ports', 'ports', ['domain']),
    layer('actions', 'actions', ['domain', 'ports']),
    layer('adapters-are-islands', 'adapters', ['domain', 'ports']),
    layer('http', 'http', ['domain', 'ports', 'actions']),
    layer('jobs', 'jobs', ['domain', 'ports', 'actions']),
    layer('cli', 'cli', ['domain', 'ports', 'actions', 'config', 'app/version']),
    {
      name: 'one-adapter-does-not-know-another',
      severity: 'error',
      from: { path: `${server}adapters/([^/]+)/` },
      to: { path: `${server}adapters/`, pathNot: `${server}adapters/($1|sql)/` },
    },
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: `${server}domain/` },
      to: { path: '^(node:)?(fs|http|https|net|child_process|worker_threads|sqlite)(/|$)' },
    },
    {
      name: 'contract-depends-on-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)' },
    },
    {
      name: 'others-never-import-the-server',
      severity: 'error',
      from: { path: '^packages/(contract|client|testdata|simulator|console)/src/' },
      to: { path: '^packages/server/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^node_modules|^packages/console/dist' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
