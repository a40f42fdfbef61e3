import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './process.ts'

const nginx = '/usr/sbin/nginx'
const config = new URL('../../../../../deploy/nginx.conf', import.meta.url)

export function isNginxInstalled(): boolean {
  return existsSync(nginx)
}

/** The file of docs/scaling.md with other addresses, without a certificate, and as the current user. */
export function startNginx([one, other]: [string, string], port: number): ChildProcess {
  const folder = newFolder()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(join(folder, kind))
    return `${kind}_temp_path ${join(folder, kind)};`
  })
  const changes: [from: RegExp, to: string][] = [
    [/^user .*;$/m, process.getuid?.() === 0 ? 'user root;' : ''],
    [/pid .*;/, `pid ${folder}/nginx.pid; daemon off;`],
    [/127\.0\.0\.1:8081/, one],
    [/127\.0\.0\.1:8082/, other],
    [/access_log .*;/, `access_log off; ${temporary.join(' ')}`],
    [/error_log .*;/, 'error_log stderr error;'],
    [/listen 80;/, `listen 127.0.0.1:${port + 1};`],
    [/listen 443 .*;/, `listen 127.0.0.1:${port} default_server;`],
    [/ssl_certificate .*;/, ''],
    [/ssl_certificate_key .*;/, ''],
    [/ssl_protocols .*;/, ''],
  ]
  let text = readFileSync(config, 'utf8')
  for (const [from, to] of changes) {
    assert.match(text, from)
    text = text.replace(from, to)
  }
  writeFileSync(join(folder, 'nginx.conf'), text)
  return spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], { stdio: 'ignore' })
}
