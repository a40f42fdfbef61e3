import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDatabase, readDatabaseUrl } from '../../../src/domain/storage/database-url.ts'

test('a URL with one host stays as it is, and any server behind it will do', () => {
  const url = 'postgres://inn:pass%20word@db.internal:5432/inn?sslmode=verify-full'
  assert.deepEqual(readDatabaseUrl(url), { urls: [url], wants: 'any' })
  const socket = 'postgres:///inn?host=/run/postgresql'
  assert.deepEqual(readDatabaseUrl(socket), { urls: [socket], wants: 'any' })
})

test('several hosts become one URL each, of which one that accepts writes is wanted', () => {
  assert.deepEqual(readDatabaseUrl('postgresql://inn:p@a:5432,b:5433/inn?sslmode=require'), {
    urls: ['postgresql://inn:p@a:5432/inn?sslmode=require', 'postgresql://inn:p@b:5433/inn?sslmode=require'],
    wants: 'read-write',
  })
  assert.deepEqual(readDatabaseUrl('postgres://a,b/inn?target_session_attrs=standby'), {
    urls: ['postgres://a/inn', 'postgres://b/inn'],
    wants: 'standby',
  })
})

test('anything else is refused', () => {
  for (const text of [
    'mysql://db/inn',
    'postgres://db',
    'postgres://db/',
    'postgres://a,,b/inn',
    'postgres://a:x,b/inn',
    'postgres://a,b/inn?target_session_attrs=best',
    'inn',
  ]) {
    assert.equal(readDatabaseUrl(text), undefined, text)
  }
})

test('a database is described without user and password', () => {
  assert.equal(describeDatabase('postgres://inn:secret@a:5432,b:5433/inn'), 'inn at a:5432, b:5433')
  assert.equal(describeDatabase('postgres://inn:secret@db.internal/my%20inn'), 'my inn at db.internal')
  assert.equal(describeDatabase('postgres:///inn?host=/run/postgresql'), 'inn at /run/postgresql')
})
