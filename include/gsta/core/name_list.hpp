#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_memory.hpp"
#include "gsta/core/span.hpp"

namespace gsta {

/// Names of which there are millions: the letters of all in one array, and where each begins in it. Reads as
/// a vector of `std::string_view`, and costs 8 bytes a name beside its letters.
///
/// Names are looked at where they lie: as with a vector, views and iterators end when the list grows or
/// changes. Members are O(1) and throw nothing where they say nothing else; what grows throws std::bad_alloc.
/// Host alone.
class name_list {
 public:
  class const_iterator;
  class writer;
  using value_type = std::string_view;       ///< a name
  using reference = std::string_view;        ///< a name
  using const_reference = std::string_view;  ///< a name
  using size_type = std::size_t;             ///< counts names
  using difference_type = std::ptrdiff_t;    ///< between names
  using iterator = const_iterator;           ///< names are changed by `rename` alone

  /// No names, and no memory.
  name_list() noexcept = default;
  /// Copies of these, in O(letters).
  name_list(std::initializer_list<std::string_view> names) { assign(names); }
  /// Copies of these, in O(letters).
  name_list(std::vector<std::string> const& names) { assign(names); }
  /// Takes `letters`, and where each name begins in them and the last one ends: [names + 1], ascending from 0
  /// to the number of letters; no begins are no names. O(names). Throws: argument_error where they are not
  /// so.
  name_list(large_vector<std::uint64_t> begins, large_vector<char> letters)
      : begin_(std::move(begins)), letters_(std::move(letters)) {
    require(begin_.empty() ? letters_.empty()
                           : begin_.front() == 0 && begin_.back() == letters_.size() &&
                                 std::is_sorted(begin_.begin(), begin_.end()),
            "name_list: names do not follow each other from the first letter to the last");
  }

  /// How many names.
  std::size_t size() const noexcept { return begin_.size() - (begin_.empty() ? 0 : 1); }
  /// True without names.
  bool empty() const noexcept { return size() == 0; }
  /// The name at `i`, below `size()`.
  std::string_view operator[](std::size_t i) const noexcept {
    return {letters_.data() + begin_[i], static_cast<std::size_t>(begin_[i + 1] - begin_[i])};
  }
  /// The name at `i`, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
  std::string_view operator[](Id i) const noexcept {
    return (*this)[static_cast<std::size_t>(i)];
  }
  /// The last name of a list that has some.
  std::string_view back() const noexcept { return (*this)[size() - 1]; }
  /// From the first name on.
  const_iterator begin() const noexcept;
  /// Behind the last one.
  const_iterator end() const noexcept;

  /// Where each name begins in `letters`, and behind them where the last one ends: [names + 1], or nothing.
  host_span<std::uint64_t const> begins() const noexcept { return {begin_.data(), begin_.size()}; }
  /// The letters of all names, one behind the other.
  std::string_view letters() const noexcept { return {letters_.data(), letters_.size()}; }

  /// Room for so many names of so many letters in all, as far as there is not.
  void reserve(std::size_t names, std::size_t letters) {
    begin_.reserve(names + 1);
    letters_.reserve(letters);
  }
  /// Puts a name behind the others, which may be one of the list's own. O(letters), as a vector grows.
  void push_back(std::string_view name) {
    auto const before = make_room(name.size());  // where the name may lie
    if (begin_.empty()) begin_.push_back(0);
    auto const at = letters_.size();
    begin_.push_back(at + name.size());
    letters_.resize(at + name.size());
    if (!name.empty()) std::memcpy(letters_.data() + at, name.data(), name.size());
  }
  /// Puts names behind the others that are not written yet: `writer`s do that, each some of them, on any
  /// threads. Nothing else reads the list until they are done. Memory is touched by who writes it.
  void push_back_unwritten(std::size_t names, std::size_t letters) {
    if (begin_.empty()) begin_.push_back(0);
    letters_.reserve(letters_.size() + letters);
    begin_.resize(begin_.size() + names);
    letters_.resize(letters_.size() + letters);
    begin_.back() = letters_.size();
  }
  /// Gives a name other letters, which may be of the list's own. O(names and letters of the list).
  void rename(std::size_t i, std::string_view name) {
    name_list changed;
    changed.reserve(size(), letters_.size() + name.size());
    for (std::size_t k = 0; k < size(); ++k) changed.push_back(k == i ? name : (*this)[k]);
    *this = std::move(changed);
  }
  /// No names; keeps its memory.
  void clear() noexcept {
    begin_.clear();
    letters_.clear();
  }

  /// Whether names and their order are equal. O(letters).
  friend bool operator==(name_list const& a, name_list const& b) noexcept {
    return a.size() == b.size() && a.letters_ == b.letters_ && (a.empty() || a.begin_ == b.begin_);
  }

 private:
  template <class Names>
  void assign(Names const& names) {
    std::size_t letters = 0;
    for (std::string_view const name : names) letters += name.size();
    reserve(names.size(), letters);
    for (std::string_view const name : names) push_back(name);
  }
  /// Where the letters lay before, if there was no room for so many more.
  large_vector<char> make_room(std::size_t more) {
    if (letters_.capacity() - letters_.size() >= more) return {};
    large_vector<char> larger;
    larger.reserve(letters_.size() + std::max(letters_.size(), more));
    larger.resize(letters_.size());
    if (!letters_.empty()) std::memcpy(larger.data(), letters_.data(), letters_.size());
    letters_.swap(larger);
    return larger;
  }

  large_vector<std::uint64_t> begin_;  // [names + 1], or empty
  large_vector<char> letters_;
};

/// Walks over the names of a list.
class name_list::const_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;  ///< for the standard library
  using value_type = std::string_view;                        ///< a name
  using reference = std::string_view;                         ///< a name
  using difference_type = std::ptrdiff_t;                     ///< between names
  /// What `->` looks through.
  struct pointer {
    std::string_view name;  ///< the one that the iterator is at
    /// As of a pointer.
    std::string_view const* operator->() const noexcept { return &name; }
  };

  /// At no list.
  const_iterator() noexcept = default;
  /// The name here.
  std::string_view operator*() const noexcept {
    return {letters_ + *begin_, static_cast<std::size_t>(begin_[1] - *begin_)};
  }
  /// The name here, as through a pointer.
  pointer operator->() const noexcept { return {**this}; }
  /// The name so many further.
  std::string_view operator[](std::ptrdiff_t n) const noexcept { return *(*this + n); }
  /// To the next name.
  const_iterator& operator++() noexcept { return *this += 1; }
  /// To the one in front.
  const_iterator& operator--() noexcept { return *this -= 1; }
  /// To the next name; where it was.
  const_iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
  /// To the one in front; where it was.
  const_iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }
  /// So many names on.
  const_iterator& operator+=(std::ptrdiff_t n) noexcept {
    begin_ += n;
    return *this;
  }
  /// So many names back.
  const_iterator& operator-=(std::ptrdiff_t n) noexcept { return *this += -n; }
  /// So many names on.
  friend const_iterator operator+(const_iterator at, std::ptrdiff_t n) noexcept { return at += n; }
  /// So many names on.
  friend const_iterator operator+(std::ptrdiff_t n, const_iterator at) noexcept { return at += n; }
  /// So many names back.
  friend const_iterator operator-(const_iterator at, std::ptrdiff_t n) noexcept { return at -= n; }
  /// How many names lie between two places of one list.
  friend std::ptrdiff_t operator-(const_iterator const& a, const_iterator const& b) noexcept {
    return a.begin_ - b.begin_;
  }
  /// Whether both are at one place of one list.
  friend bool operator==(const_iterator const& a, const_iterator const& b) noexcept {
    return a.begin_ == b.begin_;
  }
  /// By places of one list.
  friend auto operator<=>(const_iterator const& a, const_iterator const& b) noexcept {
    return a.begin_ <=> b.begin_;
  }

 private:
  friend class name_list;
  const_iterator(std::uint64_t const* begin, char const* letters) noexcept
      : begin_(begin), letters_(letters) {}

  std::uint64_t const* begin_ = nullptr;
  char const* letters_ = nullptr;
};

inline name_list::const_iterator name_list::begin() const noexcept {
  return {begin_.data(), letters_.data()};
}
inline name_list::const_iterator name_list::end() const noexcept {
  return {begin_.data() + size(), letters_.data()};
}

/// Writes names that `push_back_unwritten` made, one after the other. As many names and letters have to be
/// written as were made, each by one writer.
class name_list::writer {
 public:
  /// From the name at `i` on, whose letters begin at `letter` of the list's.
  writer(name_list& list, std::size_t i, std::size_t letter) noexcept
      : begin_(list.begin_.data() + i), letters_(list.letters_.data()), at_(letters_ + letter) {}

  /// The next name: the letters of all parts. O(letters).
  template <class... Parts>
  void write(Parts const&... parts) noexcept {
    *begin_++ = static_cast<std::uint64_t>(at_ - letters_);
    (append(parts), ...);
  }

 private:
  void append(std::string_view part) noexcept {
    if (!part.empty()) std::memcpy(at_, part.data(), part.size());
    at_ += part.size();
  }
  void append(char part) noexcept { *at_++ = part; }

  std::uint64_t* begin_;
  char* letters_;
  char* at_;
};

}  // namespace gsta
