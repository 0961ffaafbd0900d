/** Works each answer out once. */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
): (question: Question) => Answer {
  const known = new Map<Question, Answer>();
  return (question) => {
    const value = known.get(question) ?? answer(question);
    known.set(question, value);
    return value;
  };
}
