import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after } from 'node:test'
import { newFolder } from './process.ts'

/** For the `skip` option of tests that fill a disk. */
export const noSmallDisk = canMount()
  ? false
  : 'NOT TESTED HERE: mounting a small disk needs root, so no disk was filled'

/** A folder on its own disk. `size` is a value like 16m. */
export function mountSmallDisk(size: string): string {
  const folder = newFolder()
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'innkeeper-test', folder])
  assert.equal(status, 0, String(stderr))
  after(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Gives a disk more room. */
export function growDisk(folder: string, size: string): void {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,size=${size}`, folder])
  assert.equal(status, 0, String(stderr))
}

function canMount(): boolean {
  const folder = newFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'innkeeper-test', folder]).status !== 0) return false
  spawnSync('umount', [folder])
  return true
}
