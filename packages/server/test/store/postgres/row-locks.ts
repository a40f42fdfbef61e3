import type { Client } from 'pg'

/** A row that a statement changed or deleted, and so locked until its transaction ended. */
export type RowLock = {
  transaction: string
  table: string
  key: string
  /** What the transaction had locked by then: the row's channel, names of `locks`, or tables as a whole. */
  guards: string[]
}

/**
 * Records every row that is changed or deleted from now on, with triggers, so no statement escapes it. Returns what was recorded
 * since the last call.
 */
export async function recordRowLocks(client: Client): Promise<() => Promise<RowLock[]>> {
  await client.query(recording)
  return async () => {
    const { rows } = await client.query<RowLock>(
      `with taken as (delete from row_locks returning *)
       select transaction::text, "table", key, guards from taken order by no`,
    )
    return rows
  }
}

// A row that a transaction has locked carries its number: in `xmax` if it was only locked, in `xmin` if it was written.
const recording = `
create unlogged table row_locks (
  no bigint generated always as identity, transaction xid8, "table" text, key text, guards text[]
);
create function note_row_lock() returns trigger language plpgsql as $$
declare
  me text := pg_current_xact_id()::text;
  was jsonb := to_jsonb(old);
begin
  insert into row_locks (transaction, "table", key, guards) values (
    pg_current_xact_id(), tg_argv[0],
    (select string_agg(was ->> name, ' ') from unnest(string_to_array(tg_argv[1], ',')) name),
    array(select name from locks where xmax::text = me order by name)
      || array(select 'channel' from channels
           where channel = (was ->> 'channel')::bigint and me in (xmin::text, xmax::text))
      || array(select 'everything' from pg_locks
           where pid = pg_backend_pid() and relation = 'channels'::regclass and mode = 'ExclusiveLock')
      || array(select 'model days' from pg_locks
           where pid = pg_backend_pid() and relation = 'model_days'::regclass and mode = 'ShareRowExclusiveLock')
  );
  return case when tg_op = 'DELETE' then old else new end;
end $$;
do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass::text as name,
      (select string_agg(a.attname, ',' order by a.attnum) from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as keys
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'row_locks'
  loop
    execute format(
      'create trigger note_row_lock before update or delete on %s for each row execute function note_row_lock(%L, %L)',
      one.name, one.name, coalesce(one.keys, '')
    );
  end loop;
end $$;`
