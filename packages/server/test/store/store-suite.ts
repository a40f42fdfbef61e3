import { describe } from 'node:test'
import { type OpenStore, shareStoreWorld } from './store-world.ts'
import { authoritySuite } from './suites/authority.ts'
import { batchesSuite } from './suites/batches.ts'
import { changesSuite } from './suites/changes.ts'
import { chatSuite } from './suites/chat.ts'
import { claimCodesSuite } from './suites/claim-codes.ts'
import { connectionsSuite } from './suites/connections.ts'
import { erasureSuite } from './suites/erasure.ts'
import { importsSuite } from './suites/imports.ts'
import { fenceSuite } from './suites/jobs/fence.ts'
import { jobOrderSuite } from './suites/jobs/job-order.ts'
import { jobsSuite } from './suites/jobs/jobs.ts'
import { keysSuite } from './suites/keys.ts'
import { mediaSuite } from './suites/media.ts'
import { dedupeSuite } from './suites/messages/dedupe.ts'
import { messageVersionsSuite } from './suites/messages/message-versions.ts'
import { readingSuite } from './suites/messages/reading.ts'
import { removalSuite } from './suites/messages/removal.ts'
import { searchSuite } from './suites/messages/search.ts'
import { timelineSuite } from './suites/messages/timeline.ts'
import { unreadSuite } from './suites/messages/unread.ts'
import { versionsSuite } from './suites/messages/versions.ts'
import { modelSuite } from './suites/model.ts'
import { ownerSuite } from './suites/owner.ts'
import { platformOwnersSuite } from './suites/platform-owners.ts'
import { profilesSuite } from './suites/profiles.ts'
import { usageSuite } from './suites/usage.ts'
import { webhooksSuite } from './suites/webhooks.ts'
import { writingSuite } from './suites/writing.ts'

/** What every store guarantees. Each implementation runs all of these tests. */
export function storeSuite(name: string, open: OpenStore): void {
  describe(name, () => {
    // For suites that only look at their own channels. The others look at everything, so each opens its own store.
    const world = shareStoreWorld(open)
    describe('writing', () => writingSuite(open))
    describe('dedupe', () => dedupeSuite(open))
    describe('concurrent deliveries', () => batchesSuite(world))
    describe('reading', () => readingSuite(world))
    describe('timeline', () => timelineSuite(world))
    describe('versions', () => versionsSuite(world))
    describe('changes', () => changesSuite(open))
    describe('authority', () => authoritySuite(world))
    describe('owner', () => ownerSuite(world))
    describe('keys', () => keysSuite(open))
    describe('media', () => mediaSuite(open))
    describe('chat', () => chatSuite(open))
    describe('usage', () => usageSuite(world))
    describe('message versions', () => messageVersionsSuite(world))
    describe('profiles', () => profilesSuite(world))
    describe('unread events', () => unreadSuite(open))
    describe('claim codes', () => claimCodesSuite(open))
    describe('owners and admins of the platform', () => platformOwnersSuite(open))
    describe('connections', () => connectionsSuite(open))
    describe('jobs', () => jobsSuite(open))
    describe('job order', () => jobOrderSuite(open))
    describe('results of jobs', () => fenceSuite(open))
    describe('removal', () => removalSuite(open))
    describe('erasure', () => erasureSuite(open))
    describe('imports', () => importsSuite(open))
    describe('webhooks', () => webhooksSuite(shareStoreWorld(open)))
    describe('model', () => modelSuite(world))
    describe('search', () => searchSuite(open))
  })
}
