-- Keeps a testimonial and its consent as the member gave them. A withdrawn consent stays withdrawn.
create or replace function public.words_stay()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.member_id, new.words, new.shown_name, new.shown_as, new.consent_version, new.consent_text,
        new.given_at)
    is distinct from (old.id, old.member_id, old.words, old.shown_name, old.shown_as, old.consent_version,
        old.consent_text, old.given_at) then
    raise exception 'words and consent stay as they were given' using errcode = 'restrict_violation';
  end if;
  if old.state = 'withdrawn' then
    raise exception 'consent was withdrawn' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
