/** Who sent a file, to list and count the files of a person. Stored when the file arrives. */
export const sendersOfMedia = {
  sqlite: step(`select m.json ->> '$.sender.id'`),
  postgres: step(`select cast(m.json as json) -> 'sender' ->> 'id'`),
}

function step(selectSender: string): string {
  return `
  alter table media add column user_id text;
  update media set user_id = (
    ${selectSender} from messages m where m.channel = media.channel and m.time = media.time and m.seq = media.seq
  ) where state = 'stored';
  create index media_of_person on media (channel, user_id, type, time, seq) where state = 'stored';
`
}
