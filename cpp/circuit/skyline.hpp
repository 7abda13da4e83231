// A symmetric positive definite system, solved by Cholesky's method within its envelope.
//
// Row i is stored from its first column that is not zero up to the diagonal. Elimination fills such a row but
// never reaches to the left of it, so a band costs n · width² and a full matrix n³ / 6, in the same code.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace beeline {

class Skyline {
 public:
  // All zero; first_column[i] <= i is where row i starts. Keeps its memory from one system to the next.
  void reset(std::span<const int> first_column);

  int size() const { return static_cast<int>(first_.size()); }
  // The entry in a row at or after its first column and at or before the diagonal.
  double& at(int row, int column) { return entries_[start_[row] + column]; }

  // Replaces the matrix by its Cholesky factor; false if it is not positive definite.
  bool factor();
  // From the right-hand side to the solution, in place, with the factor.
  void solve(std::span<double> values) const;

 private:
  double* row(int i) { return entries_.data() + start_[i]; }
  const double* row(int i) const { return entries_.data() + start_[i]; }

  std::vector<int> first_;
  std::vector<std::size_t> start_;  // where column 0 of the row would be: among the rows above
  std::vector<double> entries_;
  std::vector<double> inverse_diagonal_;
};

}  // namespace beeline
