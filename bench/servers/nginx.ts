import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, startServer } from './process.ts'

/** nginx with the recommended settings for files: sendfile and no logging. One worker, because we are one process. */
export async function startNginx(port: number, options: { files: string; work: string }): Promise<Server> {
  const program = findNginx()
  mkdirSync(options.work, { recursive: true })
  const config = join(options.work, 'nginx.conf')
  writeFileSync(config, configOf(port, options))
  return startServer([program, '-c', config, '-p', options.work, '-e', 'stderr'], port)
}

function configOf(port: number, { files, work }: { files: string; work: string }): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(work, kind)};`,
  )
  return [
    // Otherwise its worker runs as a user who can't read the files.
    process.getuid?.() === 0 ? 'user root;' : '',
    'worker_processes 1;',
    'daemon off;',
    'error_log stderr error;',
    `pid ${join(work, 'nginx.pid')};`,
    'events { worker_connections 256; }',
    'http {',
    ...folders,
    'access_log off;',
    'sendfile on;',
    'tcp_nopush on;',
    'keepalive_requests 1000000;',
    `server { listen 127.0.0.1:${port}; root ${files}; location = /health { return 204; } }`,
    '}',
  ].join('\n')
}

function findNginx(): string {
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, 'nginx'))
  const found = () => places.find((place) => existsSync(place))
  if (!found() && process.getuid?.() === 0) install()
  const program = found()
  if (!program) throw new Error('The media bench needs nginx to compare with; install it: apt-get install nginx-light')
  return program
}

function install(): void {
  console.log('Installing nginx-light to compare with …')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', 'nginx-light']]) {
    execFileSync('apt-get', ['-qq', ...words], options as Parameters<typeof execFileSync>[2])
  }
}
