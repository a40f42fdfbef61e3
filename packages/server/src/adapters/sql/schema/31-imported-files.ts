/** Files of messages that imports have in their archives. One text for both engines. */
export const importedFiles = `
  -- Of the file that the import has, or what it says about one that it doesn't have
  alter table import_rows add column file_bytes bigint;
  -- Why the import has no file of the message, unless it just isn't there
  alter table import_rows add column no_file text;
  create index import_rows_by_file on import_rows (file) where file is not null;
`
