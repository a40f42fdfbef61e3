/** What an operator sets up in the browser. One text for both engines. */
export const setup = `
  -- Operators sign in with a name and a passphrase
  create table operators (
    operator_id text primary key,
    name text not null unique,
    passphrase text not null,
    created_at bigint not null
  );
  create table recovery_codes (
    hash text primary key,
    operator_id text not null,
    created_at bigint not null
  );
  create table setup_codes (
    hash text primary key,
    created_at bigint not null,
    expires_at bigint not null
  );
  alter table keys add column operator_id text;

  -- Settings that were changed in the browser. Secrets are sealed with a key that is not in the database
  create table settings (
    name text primary key,
    value text not null,
    is_sealed integer not null,
    changed_at bigint not null,
    changed_by text not null
  );

  -- What operators did
  create table operator_log (
    entry_id text primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    subject text not null
  );
  create index operator_log_by_time on operator_log (at);
`
