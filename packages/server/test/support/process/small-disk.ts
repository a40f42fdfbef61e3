import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after } from 'node:test'
import { newFolder } from './process.ts'

/** For `skip` of tests that need a disk to fill. */
export const noSmallDisk = canMount()
  ? false
  : 'NOT PROVED HERE: no small disk can be mounted (needs root), so none was filled'

/** A folder on a disk of its own; `size` is such as 16m. */
export function mountSmallDisk(size: string): string {
  const folder = newFolder()
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'innkeeper-test', folder])
  assert.equal(status, 0, String(stderr))
  after(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

function canMount(): boolean {
  const folder = newFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'innkeeper-test', folder]).status !== 0) return false
  spawnSync('umount', [folder])
  return true
}
