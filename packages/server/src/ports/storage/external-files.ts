import type { MediaSource } from '../connector.ts'

/**
 * Files at addresses that somebody wrote, anywhere in the world. Nothing of ours goes along, and no address inside our own
 * network is ever asked, whatever name leads there. Throws `PlatformSilence` where no answer comes.
 */
export type ExternalFiles = { open(url: string): Promise<MediaSource> }
