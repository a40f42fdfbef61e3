/** Reading in a browser: sign-ins, changes, gaps, search. */
export const reading = `
  alter table keys add column kind text not null default 'key';
  alter table keys add column way text;

  create table sign_in_codes (
    hash text primary key,
    user_id text not null,
    created_at integer not null,
    expires_at integer not null
  ) without rowid;
  create index sign_in_codes_of_user on sign_in_codes (user_id);

  alter table channels add column last_change integer not null default 0;
  alter table channels add column index_from integer;
  alter table channels add column past_time integer;
  alter table channels add column past_seq integer;
  create index channels_to_index on channels (channel) where index_from is not null;
  create table changes (
    channel integer not null references channels,
    no integer not null,
    at integer not null,
    kind text not null,
    detail text not null,
    primary key (channel, no)
  ) without rowid;

  create table gaps (
    channel integer not null references channels,
    time integer not null,
    seq integer not null,
    primary key (channel, time, seq)
  ) without rowid;

  alter table sends add column said_at integer;
  update sends set said_at = case when state = 'sent' and finished_at > at then finished_at else at end
    where state in ('sent', 'unknown');
  create index sends_said on sends (channel, said_at, send_id) where state in ('sent', 'unknown');

  create table search_docs (
    doc integer primary key,
    channel integer not null references channels,
    time integer not null,
    seq integer not null
  );
  create unique index search_docs_of_message on search_docs (channel, time, seq);
  create virtual table search_terms using fts5 (terms, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
  insert into search_terms (search_terms, rank) values ('secure-delete', 1), ('pgsz', 1000);

  alter table media add column preview_width integer;
  alter table media add column preview_height integer;
  create index media_of_type on media (channel, type, time, seq) where state = 'stored';

  update channels set index_from = 1, past_time = last_time + 1, past_seq = 0 where last_seq > 0;
`
