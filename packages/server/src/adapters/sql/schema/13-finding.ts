/** Saved searches, and the names under which people sent messages that are in the search index. One text for both engines. */
export const finding = `
  create table saved_searches (
    search_id text primary key,
    user_id text not null,
    name text not null,
    query text not null,
    channel bigint,
    created_at bigint not null
  );
  create index saved_searches_of_user on saved_searches (user_id);
  create index saved_searches_of_channel on saved_searches (channel);

  -- How many messages of the index someone sent under a name
  create table search_names (
    channel bigint not null,
    user_id text not null,
    name text not null,
    messages bigint not null,
    primary key (channel, user_id, name)
  );
  alter table channels add column names_version bigint not null default 0;
`
