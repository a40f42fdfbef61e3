/** Chat histories from other programs, and which messages came from them. One text for both engines. */
export const imports = `
  create table imports (
    channel bigint not null,
    import_no bigint not null,
    state text not null,
    -- Why it was refused, or undone without being asked for
    reason text,
    at bigint not null,
    actor text not null,
    file_name text not null,
    -- The uploaded file, until the import has ended
    file_sha256 text,
    file_bytes bigint not null,
    -- Raised whenever the file has to be read again; a result of an earlier reading is ignored
    reading bigint not null,
    -- What the owner decided, as JSON; null once the import has ended, because it has names
    choices text,
    -- What the import would do, as JSON; null once it has ended, because it has samples
    preview text,
    -- How many lines of the file have been written
    reached bigint not null,
    -- What it did, as JSON, without names and texts
    outcome text,
    ended_at bigint,
    primary key (channel, import_no)
  );
  create index imports_by_file on imports (file_sha256) where file_sha256 is not null;

  -- The imports that vouch for a message, and what each of them tells about it
  create table import_rows (
    channel bigint not null,
    import_no bigint not null,
    message_id text not null,
    time bigint not null,
    precision_ms integer not null,
    name text not null,
    file text,
    primary key (channel, import_no, message_id)
  );
  create index import_rows_of_message on import_rows (channel, message_id);
`
