/**
 * Pictures of stickers, one for all channels that used it. The row of a channel says that it did, so that a picture is kept as
 * long as any of them exists. One text for both engines.
 */
export const stickers = `
  create table stickers (
    sticker text primary key,
    -- Null: the platform has no picture of it, as of the last time we asked
    sha256 text,
    width integer,
    height integer,
    tried_at bigint not null
  );
  create index stickers_by_file on stickers (sha256) where sha256 is not null;

  create table channel_stickers (
    channel bigint not null,
    sticker text not null,
    primary key (channel, sticker)
  );
  create index channel_stickers_by_sticker on channel_stickers (sticker);
`
