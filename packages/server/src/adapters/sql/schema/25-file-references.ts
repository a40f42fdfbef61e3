/** How files and stickers are fetched on platforms where the ID of the message isn't enough. One text for both engines. */
export const fileReferences = `
  -- Opaque to everyone but the connector
  alter table media add column file_ref text;
  alter table media add column file_preview_ref text;
  -- What the platform said beforehand
  alter table media add column file_size_bytes bigint;
  alter table media add column file_content_type text;

  alter table stickers add column file_ref text;
`
