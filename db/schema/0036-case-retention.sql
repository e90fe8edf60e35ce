-- Screening cases lose their personal data when the retention of a closed account ends; the decision stays.
--
-- functions: public.protect_screening_case

alter table screening_case add column erased_at timestamptz;

grant update (person, matched_name, erased_at) on screening_case to candor_app;
