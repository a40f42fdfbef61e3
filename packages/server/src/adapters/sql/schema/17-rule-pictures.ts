/** Pictures that were uploaded for answers. One text for both engines. */
export const rulePictures = `
  create table rule_pictures (
    channel bigint not null,
    sha256 text not null,
    content_type text not null,
    kept_at bigint not null,
    checked_at bigint not null,
    primary key (channel, sha256)
  );
  create index rule_pictures_by_file on rule_pictures (sha256);
  create index rule_pictures_to_check on rule_pictures (checked_at);
`
