/**
 * What happens in a group besides messages, and how far each person has read. One text for both engines.
 *
 * Happenings of a batch of events share the numbers of messages (`last_seq`), so at the same moment they keep the order of
 * arrival. All others, such as those that are known from before this step, get numbers that no message has.
 */
export const happenings = `
  create table happenings (
    channel bigint not null,
    time bigint not null,
    seq bigint not null,
    what text not null,
    -- Empty if it is about the group.
    user_id text not null,
    old_name text,
    new_name text,
    since bigint,
    primary key (channel, time, seq)
  );
  create unique index happenings_once on happenings (channel, user_id, time, what);

  insert into happenings (channel, time, seq, what, user_id)
    select k.channel, k.time, 1099511627776 + row_number() over (partition by k.channel order by k.time, k.what, k.user_id),
      k.what, k.user_id
    from (
      select m.channel, m.join_seen_at as time, 'joined' as what, m.user_id from members m
        where m.join_seen_at is not null
          and not exists (select 1 from private_members p where p.channel = m.channel and p.user_id = m.user_id)
      union select m.channel, m.left_at, 'left', m.user_id from members m
        where m.left_at is not null
          and not exists (select 1 from private_members p where p.channel = m.channel and p.user_id = m.user_id)
      union select a.channel, a.at, case a.action when 'owner.claimed' then 'claimed' else 'owner-changed' end, a.target
        from audit a join members m on m.channel = a.channel and m.user_id = a.target
        where a.action in ('owner.claimed', 'owner.changed')
    ) k;

  create table read_positions (
    channel bigint not null,
    user_id text not null,
    time bigint not null,
    seq bigint not null,
    primary key (channel, user_id)
  );

  create table bookmarks (
    channel bigint not null,
    message_id text not null,
    user_id text not null,
    time bigint not null,
    seq bigint not null,
    note text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (channel, message_id, user_id)
  );
  create index bookmarks_of_person on bookmarks (channel, user_id, time, seq);
`
