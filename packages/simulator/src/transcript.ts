export { addEntry, listEntries, noteDelivery, replaceEntry } from '@innkeeper/simulator-kit'
