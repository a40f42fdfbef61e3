import { join } from 'node:path'

/** Where things are in the data folder. */
export const databasePath = (dataDir: string) => join(dataDir, 'innkeeper.db')
export const mediaPath = (dataDir: string) => join(dataDir, 'media')
