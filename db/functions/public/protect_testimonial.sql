-- Protects a testimonial and its consent as the member gave them. A withdrawn consent stays withdrawn.
create or replace function public.protect_testimonial()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.member_id, new.message, new.shown_name, new.shown_as, new.consent_version, new.consent_text,
        new.submitted_at)
    is distinct from (old.id, old.member_id, old.message, old.shown_name, old.shown_as, old.consent_version,
        old.consent_text, old.submitted_at) then
    raise exception 'text and consent of a testimonial do not change' using errcode = 'restrict_violation';
  end if;
  if old.state = 'withdrawn' then
    raise exception 'consent was withdrawn' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
