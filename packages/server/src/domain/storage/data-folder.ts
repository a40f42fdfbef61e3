import { join } from 'node:path'

// The files of the data folder, and why the stores of the service can't be used.

export const databasePath = (dataDir: string) => join(dataDir, 'innkeeper.db')
export const mediaPath = (dataDir: string) => join(dataDir, 'media')

/** Marks a data folder whose restore hasn't finished. No service starts on it. */
export const unfinishedRestore = 'restoring'
/** The folder in which a rollback prepares its database. */
export const unfinishedRollback = 'rolling-back'

/** The database can't be used as it is. The message is for the operator, and nothing was changed. */
export class DatabaseProblem extends Error {}

/** The media store can't be used as it is. The message is for the operator, names the setting and contains no secret. */
export class MediaProblem extends Error {}

/** A snapshot place can't be used, or not at the moment. The message is for the operator and contains no secret. */
export class PlaceProblem extends Error {}
