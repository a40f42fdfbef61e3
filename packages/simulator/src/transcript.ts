export { addEntry, noteDelivery, replaceEntry } from '@innkeeper/simulator-kit'
