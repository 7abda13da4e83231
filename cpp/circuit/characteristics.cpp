#include "circuit/characteristics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace beeline {

namespace {

constexpr int kFirst = BoardNetwork::kFirst, kSecond = BoardNetwork::kSecond;
constexpr int kUnreached = std::numeric_limits<int>::max() / 4;

}  // namespace

Characteristics NetworkMeter::measure(const HexBoard& board, Colour colour, std::span<const Link> links) {
  Characteristics numbers{};
  numbers[kLogCurrent] = std::log(solver_.solve(board, colour, links).current);
  network_ = &solver_.network();
  list_neighbours();
  for (const int edge : {kFirst, kSecond}) walk(edge, from_[edge]);
  const int distance = from_[kFirst].length[kSecond] / kCell;  // in whole cells
  numbers[kDistance] = distance;
  numbers[kLogWays] = std::log(from_[kFirst].ways[kSecond]);
  numbers[kFlow] = flow();
  numbers[kBetweenness] = greatest_share();
  numbers[kCloseness] = closeness();
  return numbers;
}

// Of every node, each once: a cell may touch a chain in several places, and be linked to it.
void NetworkMeter::list_neighbours() {
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(2 * network_->joints().size());
  for (const auto& [a, b, link] : network_->joints()) {
    pairs.emplace_back(a, b);
    pairs.emplace_back(b, a);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  first_.assign(network_->size() + 1, 0);
  neighbours_.clear();
  for (const auto& [a, b] : pairs) {
    ++first_[a + 1];
    neighbours_.push_back(b);
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

// Shortest paths from an edge (Dijkstra), and how many there are, from the near nodes to the far.
void NetworkMeter::walk(int edge, FromEdge& from) {
  from.length.assign(network_->size(), kUnreached);
  from.ways.assign(network_->size(), 0.0);
  from.length[edge] = 0;
  from.ways[edge] = 1.0;
  using Reached = std::pair<int, int>;  // length and node
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  open.emplace(0, edge);
  while (!open.empty()) {
    const auto [length, node] = open.top();
    open.pop();
    if (length > from.length[node]) continue;
    for (const int next : neighbours(node)) {
      const int there = length + 1 + cost(next);
      if (there < from.length[next]) {
        from.length[next] = there;
        from.ways[next] = 0.0;
        open.emplace(there, next);
      }
      if (there == from.length[next]) from.ways[next] += from.ways[node];
    }
  }
}

double NetworkMeter::greatest_share() const {
  const int whole = from_[kFirst].length[kSecond];
  const double ways = from_[kFirst].ways[kSecond];
  double greatest = 0.0;
  for (int node = 2; node < network_->size(); ++node) {
    if (!network_->empty(node)) continue;
    if (from_[kFirst].length[node] + from_[kSecond].length[node] - kCell != whole) continue;
    greatest = std::max(greatest, from_[kFirst].ways[node] * from_[kSecond].ways[node] / ways);
  }
  return greatest;
}

double NetworkMeter::closeness() const {
  double sum = 0.0;
  int cells = 0;
  for (int node = 2; node < network_->size(); ++node) {
    if (!network_->empty(node)) continue;
    ++cells;
    for (const FromEdge& from : from_) {
      const int distance = from.length[node] / kCell;  // in whole cells
      if (from.length[node] < kUnreached) sum += 1.0 / distance;
    }
  }
  return cells == 0 ? 0.0 : sum / (2 * cells);
}

// Every node is two, where ways come in and where they go out, with an arc between that a cell lets one pass.
int NetworkMeter::flow() {
  flow_.reset(2 * network_->size());
  for (int node = 0; node < network_->size(); ++node) {
    flow_.add(2 * node, 2 * node + 1, network_->empty(node) ? 1 : UnitFlow::kUnbounded);
    for (const int next : neighbours(node)) flow_.add(2 * node + 1, 2 * next, 1);
  }
  return flow_.greatest(2 * kFirst + 1, 2 * kSecond);
}

void UnitFlow::reset(int nodes) {
  arcs_.clear();
  first_.assign(nodes, -1);
}

void UnitFlow::add(int from, int to, int capacity) {
  const int arc = static_cast<int>(arcs_.size());
  arcs_.push_back({to, capacity, first_[from]});
  arcs_.push_back({from, 0, first_[to]});
  first_[from] = arc;
  first_[to] = arc + 1;
}

int UnitFlow::greatest(int source, int sink) {
  int flow = 0;
  for (; reach(source, sink); ++flow) {
    for (int node = sink; node != source;) {
      const int arc = came_by_[node];
      --arcs_[arc].rest;
      ++arcs_[arc ^ 1].rest;
      node = arcs_[arc ^ 1].to;
    }
  }
  return flow;
}

// Whether one more unit gets through, and by which arcs.
bool UnitFlow::reach(int source, int sink) {
  came_by_.assign(first_.size(), -1);
  queue_.assign(1, source);
  for (std::size_t at = 0; at < queue_.size(); ++at)
    for (int arc = first_[queue_[at]]; arc >= 0; arc = arcs_[arc].next) {
      const int to = arcs_[arc].to;
      if (arcs_[arc].rest == 0 || came_by_[to] >= 0 || to == source) continue;
      came_by_[to] = arc;
      if (to == sink) return true;
      queue_.push_back(to);
    }
  return false;
}

}  // namespace beeline
